/** Has the browser save `content` as a file. */
export function downloadFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun when the click returns; the browser holds the content from then on.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
