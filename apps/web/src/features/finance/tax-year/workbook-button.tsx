import { dataExports } from '@fibado/contracts';
import { Button } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { client } from '../../../lib/client';
import { saveFile } from '../shared/download';

/** Takes the dossier of a year away as a workbook. */
export function WorkbookButton({ year }: { readonly year: number }) {
  const { t, i18n } = useTranslation();
  const language = i18n.language === 'en' ? 'en' : 'it';
  const fetchFile = useMutation({
    mutationFn: async () => {
      const blob = await client.call(dataExports.iseeWorkbook, { params: { year }, query: { language } });
      saveFile(blob, `fibado-isee-${String(year + 2)}.xlsx`);
    },
  });
  return (
    <Button
      variant="default"
      loading={fetchFile.isPending}
      leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
      onClick={() => fetchFile.mutate()}
    >
      {t('FINANCE.TAX_YEAR.WORKBOOK')}
    </Button>
  );
}
