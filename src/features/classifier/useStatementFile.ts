import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { Statement } from '#contract/statement.ts';
import { detailOf } from '#model/detailOf.ts';
import type { ReadChoices } from '#model/fileReading.ts';
import { fileMessages } from '#model/text/fileMessages.ts';
import { messages } from '#model/text/messages.ts';
import { readFailureText } from '#model/text/readMessages.ts';
import { statementMessages } from '#model/text/statementMessages.ts';
import type { TakeFile } from '../../file-reading/pickFile.ts';
import type { RowStore } from '../../rows/RowStore.ts';
import { readStatement } from '../../services/statement.ts';
import { ignoreAfterExit } from '../../services/workerLink.ts';
import { useStatus } from '../../ui/status/useStatus.ts';
import { useUndo } from '../../undo/useUndo.ts';
import type { DescriptionBoxHandle } from './descriptionBoxHandle.ts';

type BoxRef = RefObject<DescriptionBoxHandle | null>;
/** A file that is being read; `share`: 0 to 1. */
type Reading = { readonly name: string; readonly share: number };
type Outcome = Awaited<ReturnType<typeof readStatement>>;

/** Reads files with descriptions, one at a time, and puts their lines into the box; a message says what was read. */
export function useStatementFile(store: RowStore, box: BoxRef) {
  const status = useStatus();
  const { showDone } = useUndo();
  const [reading, setReading] = useState<Reading | null>(null);
  const job = useRef<AbortController>(null);
  const cancel = useCallback(() => job.current?.abort(), []);
  useEffect(
    () => () => {
      cancel();
      store.closeStatement();
    },
    [cancel, store],
  );

  async function read(file: File, others: number, choices: ReadChoices = {}): Promise<void> {
    cancel();
    status.dismiss();
    const own = new AbortController();
    job.current = own;
    const { signal } = own;
    const onProgress = (share: number) => setReading({ name: file.name, share });
    onProgress(0);
    const outcome = await readStatement(file, { choices, onProgress, signal }).catch(unreadable);
    await nextTask();
    // Another file may be read by now, or the page be another one.
    if (!signal.aborted) {
      if (outcome.kind === 'statement') await put(file, choices, outcome, others);
      else if (outcome.kind !== 'cancelled')
        status.show(fileMessages.fileUnreadable(file.name, readFailureText(outcome)));
    }
    setReading((now) => (job.current === own ? null : now));
  }

  /** The lines take the place of what is in the box, which Undo brings back. */
  async function put(
    file: File,
    choices: ReadChoices,
    { text, blob, lines, columns, reading: how }: Statement,
    others: number,
  ): Promise<void> {
    const last = store.lastStatement;
    const formerFile = last.get();
    const former = box.current?.text() ?? '';
    if (former !== store.text) store.classify(former);
    const restore = store.clear();
    store.classify(text, { column: columns, names: how.names, edits: [] }, blob);
    await nextTask();
    box.current?.put(text);
    const readAgain = (chosen: ReadChoices) => ignoreAfterExit(read(file, 0, chosen));
    last.set({ file, text, reading: how, choices, readAgain });
    const undo = async () => {
      restore();
      last.set(formerFile);
      box.current?.put(former);
      return former === '' ? null : messages.rowsBroughtBack;
    };
    showDone(statementMessages.read(file.name, lines, how, others), undo, { stays: true });
  }

  const take: TakeFile = (file, others) => ignoreAfterExit(read(file, others));
  return { reading, take, cancel };
}

/** A text of megabytes takes long to come from a worker, to go to another, and into the box: each is a task of its own. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}

function unreadable(error: unknown): Outcome {
  console.error('The file was not read:', error);
  return { kind: 'unreadable', detail: detailOf(error) };
}
