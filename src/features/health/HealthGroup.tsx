import { Badge, Box, Button, Group, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { type Fix, fixFor } from '#contract/health.ts';
import type { Finding, FindingKind } from '#model/health.ts';
import type { MappingKey } from '#model/mapping.ts';
import { grouped } from '#model/text/figures.ts';
import { healthMessages } from '#model/text/healthMessages.ts';
import type { AnalysisService } from '../../services/analysis.ts';
import { ignoreAfterExit } from '../../services/workerLink.ts';
import { keepFocus } from '../../ui/focus/keepFocus.ts';
import layout from '../../ui/layout.module.css';
import { Pager } from '../../ui/Pager.tsx';
import { TickBox } from '../../ui/TickBox.tsx';
import { useAnswer } from '../../ui/useAnswer.ts';
import { FindingRow } from './FindingRow.tsx';
import styles from './Health.module.css';

/** Findings on one page of a group. */
const PER_PAGE = 30;

/** Kinds whose findings can be fixed many at a time. */
const FIXABLE: readonly FindingKind[] = ['variant-conflict', 'never-wins', 'redundant', 'unknown-account'];

type Props = {
  kind: FindingKind;
  count: number;
  /** Of the report. */
  serial: number;
  service: () => AnalysisService;
  isOpen: boolean;
  isBusy: boolean;
  onToggle: () => void;
  onFix: (fix: Fix) => void;
};

/** The findings of one kind: closed, its name and number; open, a page of them and what fixes several. */
export function HealthGroup({ isOpen, onToggle, ...open }: Props) {
  const { kind, count } = open;
  const id = useId();
  return (
    <Group
      component="section"
      ref={keepFocus}
      aria-labelledby={id}
      className={layout['card'] ?? ''}
      align="baseline"
      gap="0 var(--s3)"
      px="md"
      py={4}
    >
      <h2>
        <Button
          variant="subtle"
          id={id}
          aria-expanded={isOpen}
          c="var(--text)"
          leftSection={<span aria-hidden="true">{isOpen ? '▾' : '▸'}</span>}
          rightSection={<Badge color="yellow">{grouped(count)}</Badge>}
          onClick={onToggle}
        >
          {healthMessages.titles[kind]}
        </Button>
      </h2>
      <Text c="dimmed">{healthMessages.explanations[kind]}</Text>
      {isOpen && <OpenGroup {...open} />}
    </Group>
  );
}

type OpenProps = Omit<Props, 'isOpen' | 'onToggle'>;

function OpenGroup({ serial, service, ...group }: OpenProps) {
  const { kind, count, isBusy, onFix } = group;
  const pages = Math.max(1, Math.ceil(count / PER_PAGE));
  const [wanted, setWanted] = useState(1);
  const page = Math.min(wanted, pages);
  const findings = useFindings(service, kind, page, serial);
  const { selected, select } = useSelection(serial);
  const isFixable = FIXABLE.includes(kind);
  const fixAll = async () => {
    const fix = await service().health.fixAll(kind);
    if (fix !== null) onFix(fix);
  };
  return (
    <>
      {(isFixable || pages > 1) && (
        <Group gap="var(--s1) var(--s2)" w="100%" py={4} className={styles['fixes'] ?? ''}>
          {isFixable && (
            <GroupActions
              {...group}
              findings={findings}
              selected={selected}
              onSelect={select}
              onFixAll={() => ignoreAfterExit(fixAll())}
            />
          )}
          {pages > 1 && (
            <Pager
              label={`Pages of ${healthMessages.titles[kind]}`}
              page={page}
              pages={pages}
              onTurn={setWanted}
            />
          )}
        </Group>
      )}
      <Box component="ul" w="100%" py={4} aria-label={healthMessages.titles[kind]}>
        {findings.map((finding) => (
          <FindingRow
            key={finding.mapping.key}
            finding={finding}
            isSelected={isFixable ? selected.has(finding.mapping.key) : null}
            isBusy={isBusy}
            onSelect={(isSelected) => select([finding], isSelected)}
            onFix={onFix}
          />
        ))}
      </Box>
    </>
  );
}

type ActionProps = Pick<Props, 'kind' | 'count' | 'isBusy' | 'onFix'> & {
  findings: readonly Finding[];
  selected: ReadonlyMap<MappingKey, Finding>;
  onSelect: (findings: readonly Finding[], isSelected: boolean) => void;
  onFixAll: () => void;
};

/** Selects the page, and fixes what is selected or everything. */
function GroupActions({ kind, count, findings, selected, isBusy, onSelect, onFix, onFixAll }: ActionProps) {
  const onPage = findings.filter(({ mapping }) => selected.has(mapping.key)).length;
  const isAll = findings.length > 0 && onPage === findings.length;
  const fixSelected = () => {
    const fix = fixFor([...selected.values()]);
    if (fix !== null) onFix(fix);
  };
  return (
    <>
      <TickBox
        label="Select this page"
        checked={isAll}
        isHalf={onPage > 0 && !isAll}
        disabled={isBusy}
        onChange={() => onSelect(findings, !isAll)}
      />
      <Button size="compact-sm" disabled={isBusy || selected.size === 0} onClick={fixSelected}>
        {healthMessages.fixSelected(kind, selected.size)}
      </Button>
      <Button size="compact-sm" disabled={isBusy} onClick={onFixAll}>
        {healthMessages.fixAll(kind, count)}
      </Button>
    </>
  );
}

/** One page of the findings of a report; those of the page before until they are there. */
function useFindings(
  service: () => AnalysisService,
  kind: FindingKind,
  page: number,
  serial: number,
): readonly Finding[] {
  const ask = () => service().health.findings(kind, (page - 1) * PER_PAGE, page * PER_PAGE);
  return useAnswer(ask, [service, kind, page, serial]).answer ?? [];
}

/** The findings that are selected, on any page; none in another report. */
function useSelection(serial: number) {
  const [{ of, selected }, setSelection] = useState({ of: serial, selected: new Map<MappingKey, Finding>() });
  const current = of === serial ? selected : new Map<MappingKey, Finding>();
  const select = (findings: readonly Finding[], isSelected: boolean) => {
    const next = new Map(current);
    for (const finding of findings) {
      if (isSelected) next.set(finding.mapping.key, finding);
      else next.delete(finding.mapping.key);
    }
    setSelection({ of: serial, selected: next });
  };
  return { selected: current, select };
}
