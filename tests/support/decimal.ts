/** Whether two decimal numbers, in whatever notation, are the same: with whole numbers of any length, as an oracle. */
export function isSameDecimal(left: string, right: string): boolean {
  return Number.isFinite(Number(right)) && scaled(left) === scaled(right);
}

/** A decimal number times 10 to the power of 1,500. */
function scaled(literal: string): bigint {
  const [mantissa = '', exponent = '0'] = literal.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return BigInt(whole + fraction) * 10n ** BigInt(1500 + Number(exponent) - fraction.length);
}
