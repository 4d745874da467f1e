import { MAX_READ_MS, READ_GRACE_MS, TOO_SLOW } from '#model/fileReading.ts';

/**
 * Reads a file in a worker, which `end` ends when that takes longer than any file may: code that is stuck looks at no
 * clock. Answers as the reader does that notices it.
 */
export async function readInTime<Outcome>(
  read: () => Promise<Outcome>,
  end: () => void,
): Promise<Outcome | typeof TOO_SLOW> {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    end();
  }, MAX_READ_MS + READ_GRACE_MS);
  try {
    const outcome = await read();
    return isLate ? TOO_SLOW : outcome;
  } catch (error) {
    if (isLate) return TOO_SLOW;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
