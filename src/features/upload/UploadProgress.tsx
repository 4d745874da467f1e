import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { Work } from '../../ui/JobProgress.tsx';
import { Caution } from './Caution.tsx';
import type { UploadJob } from './UploadJob.ts';

type Props = { job: UploadJob; onResume: () => void };

/** The upload under way, or the one that was interrupted and can be resumed. */
export function UploadProgress({ job, onResume }: Props) {
  const state = useSyncExternalStore(job.state.subscribe, job.state.get);
  if (state.kind === 'none') return null;
  const of = state.of.toLocaleString('en-US');
  if (state.kind === 'running') {
    const done = state.done.toLocaleString('en-US');
    return (
      <Work
        label={state.isStopping ? `Stopping after ${done} of ${of}` : `${done} of ${of} mappings`}
        share={state.of === 0 ? 0 : state.done / state.of}
        {...(!state.isStopping && { onCancel: () => job.stop() })}
      />
    );
  }
  return (
    <Caution
      title="This upload is not complete"
      actions={
        <>
          <Button size="compact-sm" onClick={onResume}>
            Resume
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => void job.forget()}>
            Forget It
          </Button>
        </>
      }
    >
      {state.done === null
        ? `The tab was closed while ${of} mappings were being added.`
        : `${state.done.toLocaleString('en-US')} of ${of} mappings are in Firebase.`}{' '}
      Resuming adds the rest.
      {state.detail !== null && ` (${state.detail})`}
    </Caution>
  );
}
