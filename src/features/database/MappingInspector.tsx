import { useDebouncedValue } from '@mantine/hooks';
import { Link } from 'react-router-dom';
import type { MappingUse } from '#contract/table.ts';
import type { Mapping } from '#model/mapping.ts';
import { searchPattern } from '#model/searchPattern.ts';
import { databaseMessages } from '#model/text/databaseMessages.ts';
import { grouped } from '#model/text/figures.ts';
import { AccountName } from '../../chart/AccountName.tsx';
import { MappingTimeline } from '../../list-history/MappingTimeline.tsx';
import type { LedgerService } from '../../services/ledger.ts';
import { Inspector, InspectorAccount, InspectorFigures, InspectorPart } from '../../ui/Inspector.tsx';
import layout from '../../ui/layout.module.css';
import { Marked } from '../../ui/Marked.tsx';
import { useSettledAnswer } from '../../ui/useAnswer.ts';

/** Not every row that the keyboard passes is asked about. */
const REST_MS = 150;

type Props = {
  mapping: Mapping;
  ledger: LedgerService;
  /** Another one with every change of the list. */
  revision: unknown;
};

/** The chosen mapping: its account, where it is used, and what became of it. */
export function MappingInspector({ mapping, ledger, revision }: Props) {
  const { key, description, glAccount } = mapping;
  const use = useSettledAnswer(key, () => ledger.table.use(key), REST_MS, revision);
  const [settledKey] = useDebouncedValue(key, REST_MS);
  return (
    <Inspector label="The chosen mapping" title={description}>
      <InspectorPart>
        <InspectorAccount code={glAccount}>
          <AccountName code={glAccount} />
        </InspectorAccount>
        {use !== 'failed' && <InspectorFigures figures={figuresOf(use)} />}
      </InspectorPart>
      <InspectorPart title="History">
        {settledKey === key && <MappingTimeline key={key} mapping={mapping} ledger={ledger} />}
        <Link to={`/history?key=${encodeURIComponent(key)}`}>Show in History</Link>
      </InspectorPart>
      {use !== null && use !== 'failed' && use.rows !== null && (
        <InspectorPart title="Lines that get it">
          <ExampleLines rows={use.rows} keyword={description} />
        </InspectorPart>
      )}
    </Inspector>
  );
}

/** A dash where the figure is not here, or there is no text on the Classifier. */
function figuresOf(use: MappingUse | null) {
  const figure = (count: number | undefined) => (count === undefined ? '–' : grouped(count));
  return [
    ['Rows on the Classifier', figure(use?.rows?.count)],
    ['Mappings with this account', figure(use?.sameAccount)],
  ] as const;
}

function ExampleLines({ rows, keyword }: { rows: NonNullable<MappingUse['rows']>; keyword: string }) {
  if (rows.count === 0) return <span>{databaseMessages.noLineGetsIt}</span>;
  return (
    <ul className={layout['stack']}>
      {rows.examples.map((line) => (
        <li key={line} className={layout['wrap']} dir="auto">
          <Marked text={line} pattern={searchPattern(keyword)} />
        </li>
      ))}
    </ul>
  );
}
