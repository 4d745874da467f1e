/**
 * The answer of the browser's storage. Rejects without one in time: another tab may block the storage, or its disk hang.
 * `after` runs an action once after so many milliseconds, and returns a function that cancels it.
 */
export function inTime<T>(
  answer: Promise<T>,
  milliseconds: number,
  after: (milliseconds: number, action: () => void) => () => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = after(milliseconds, () => reject(new DOMException('no answer', 'TimeoutError')));
    answer.then(resolve, reject).finally(cancel);
  });
}
