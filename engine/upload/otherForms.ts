/**
 * The accounts that the list has in another form, as former imports stored them: the number alone of what a sheet shows with
 * signs, letters or zeros (610001 beside 6100-01, 6100 beside GL6100, 6100.1 beside 6100.10, 450 beside 0450).
 */
export function otherForms(
  accounts: Iterable<string>,
  stored: Iterable<string>,
): readonly { readonly account: string; readonly stored: string }[] {
  const numbers = new Map<string, string>();
  const known = new Set<string>();
  for (const account of stored) {
    known.add(account);
    if (/^\d+(\.\d+)?$/.test(account)) numbers.set(account, account);
  }
  return [...new Set(accounts)].flatMap((account) => {
    if (known.has(account)) return [];
    const found = numberForms(account).find((form) => form !== account && numbers.has(form));
    return found === undefined ? [] : { account, stored: found };
  });
}

/** The numbers that may be stored for what a sheet shows. */
function numberForms(account: string): readonly string[] {
  const digits = account.replace(/\D/g, '');
  if (digits === '') return [];
  const plain = digits.replace(/^0+(?=\d)/, '');
  const decimal = /^\D*(\d+\.\d+)$/.exec(account)?.[1];
  return [plain, digits, ...(decimal === undefined ? [] : [String(Number(decimal))])];
}
