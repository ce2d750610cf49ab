import { Checkbox, Stack } from '@mantine/core';
import { holdsRole, type Role, ROLES } from '@fibado/contracts';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../../lib/stored-session';

interface RolePickerProps {
  readonly label: string;
  readonly value: readonly Role[];
  readonly onChange: (roles: Role[]) => void;
}

/** Roles as boxes; one the signed-in user does not hold can be neither given nor taken, and shows only where it is held. */
export function RolePicker({ label, value, onChange }: RolePickerProps) {
  const { t } = useTranslation();
  const held = useUser()?.roles ?? [];
  const isAll = held.includes('SADMIN');
  const mayGive = (role: Role): boolean => isAll || holdsRole(held, role);
  return (
    <Checkbox.Group label={label} value={[...value]} onChange={(roles) => onChange(roles)}>
      <Stack gap={4} mt={4}>
        {ROLES.filter((role) => mayGive(role) || value.includes(role)).map((role) => (
          <Checkbox key={role} value={role} label={t(`ADMIN.ROLE.${role}`)} disabled={!mayGive(role)} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
