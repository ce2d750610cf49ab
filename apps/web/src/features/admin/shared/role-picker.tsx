import { Checkbox, Stack } from '@mantine/core';
import { type Role, ROLES } from '@fibado/contracts';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../../lib/stored-session';

interface RolePickerProps {
  readonly label: string;
  readonly value: readonly Role[];
  readonly onChange: (roles: Role[]) => void;
}

/** Roles as boxes; one the signed-in user does not hold can be neither given nor taken. */
export function RolePicker({ label, value, onChange }: RolePickerProps) {
  const { t } = useTranslation();
  const held = useUser()?.roles ?? [];
  const isAll = held.includes('SADMIN');
  return (
    <Checkbox.Group label={label} value={[...value]} onChange={(roles) => onChange(roles)}>
      <Stack gap={6} mt={4}>
        {ROLES.map((role) => (
          <Checkbox
            key={role}
            value={role}
            label={`${t(`ADMIN.ROLE.${role}`)} (${role})`}
            disabled={!isAll && !held.includes(role)}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
