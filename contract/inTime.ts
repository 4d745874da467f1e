/**
 * The answer of the browser's storage. Rejects without one in time: another tab may block the storage, or its disk hang.
 * `after` runs an action once after so many milliseconds; after an answer it does nothing.
 */
export function inTime<T>(
  answer: Promise<T>,
  milliseconds: number,
  after: (milliseconds: number, action: () => void) => unknown,
): Promise<T> {
  return new Promise((resolve, reject) => {
    after(milliseconds, () => reject(new DOMException('no answer', 'TimeoutError')));
    answer.then(resolve, reject);
  });
}
