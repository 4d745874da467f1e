import { Button, Group, Paper, Text } from '@mantine/core';
import { type ReactNode, useId, useSyncExternalStore } from 'react';
import { grouped } from '#model/text/figures.ts';
import { fileMessages } from '#model/text/fileMessages.ts';
import { messages } from '#model/text/messages.ts';
import { ignoreAfterExit } from '../../services/workerLink.ts';
import { JobProgress } from '../../ui/JobProgress.tsx';
import layout from '../../ui/layout.module.css';
import type { PairTextState } from './PairText.ts';
import type { UploadJob } from './UploadJob.ts';

type PairNoticesProps = {
  state: PairTextState;
  onHeaderIsPair: (headerIsPair: boolean) => void;
  onCopyText: () => void;
  onTakeOrphanedDrafts: () => void;
  onRefuseOrphanedDrafts: () => void;
};

/** Notices about the text: a first line that names the columns, and what this browser stores. */
export function PairNotices({
  state,
  onHeaderIsPair,
  onCopyText,
  onTakeOrphanedDrafts,
  onRefuseOrphanedDrafts,
}: PairNoticesProps) {
  const { imported, notStored, headerIsPair, orphanedDrafts } = state;
  const header = imported?.header;
  return (
    <div role="status">
      {header && (
        <Group gap="xs">
          <Text>{messages.headerLeftOut([header.description, header.glAccount], header.line)}</Text>
          <Button size="compact-xs" onClick={() => onHeaderIsPair(true)}>
            Use it as a pair
          </Button>
        </Group>
      )}
      {headerIsPair && (
        <Button size="compact-xs" onClick={() => onHeaderIsPair(false)}>
          Leave a first line out that names the columns
        </Button>
      )}
      {imported !== null && imported.wide > 0 && <Text>{fileMessages.wideLines(imported.wide)}</Text>}
      {orphanedDrafts.length > 0 && (
        <Group gap="xs">
          <Text>{fileMessages.orphanedDrafts(orphanedDrafts.length)}</Text>
          <Button size="compact-xs" onClick={onTakeOrphanedDrafts}>
            Add them below
          </Button>
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => window.confirm(fileMessages.refuseDrafts) && onRefuseOrphanedDrafts()}
          >
            Discard them
          </Button>
        </Group>
      )}
      {notStored !== null && (
        <Caution
          title={fileMessages.pairsNotStored}
          actions={
            imported !== null && (
              <Button size="compact-sm" onClick={onCopyText}>
                Copy the text
              </Button>
            )
          }
        >
          {fileMessages.whyNotStored(notStored)}
        </Caution>
      )}
    </div>
  );
}

type UploadProgressProps = { job: UploadJob; onResume: () => void };

/** The upload under way, or the one that was interrupted and can be resumed. */
export function UploadProgress({ job, onResume }: UploadProgressProps) {
  const state = useSyncExternalStore(job.state.subscribe, job.state.get);
  if (state.kind === 'none') return null;
  const of = grouped(state.of);
  if (state.kind === 'running') {
    return (
      <JobProgress
        label={fileMessages.uploading(state.done, of, state.isStopping)}
        share={state.of === 0 ? 0 : state.done / state.of}
        {...(!state.isStopping && { onCancel: () => job.stop() })}
      />
    );
  }
  return (
    <Caution
      title={fileMessages.uploadIncomplete}
      actions={
        <>
          <Button variant="filled" size="compact-sm" onClick={onResume}>
            Resume
          </Button>
          <Button size="compact-sm" onClick={() => ignoreAfterExit(job.forget())}>
            Forget it
          </Button>
        </>
      }
    >
      {fileMessages.uploadStopped(state.done, of)}
      {state.detail !== null && ` (${state.detail})`}
    </Caution>
  );
}

type CautionProps = { title: string; children?: ReactNode; actions: ReactNode };

/** A notice that wants a decision, and the buttons for it. */
function Caution({ title, children, actions }: CautionProps) {
  const id = useId();
  return (
    <Paper component="section" withBorder p="sm" className={layout['caution'] ?? ''} aria-labelledby={id}>
      <Text id={id} fw={600}>
        {title}
      </Text>
      {children && <Text>{children}</Text>}
      <Group gap="xs" mt="xs">
        {actions}
      </Group>
    </Paper>
  );
}
