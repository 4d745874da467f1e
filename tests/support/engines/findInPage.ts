/** What is looked for: a kind of thing, and its name (text, label or placeholder), or a part of it where nothing has it whole. */
export type Wanted = {
  readonly role: 'button' | 'link' | 'field' | 'checkbox' | 'heading' | 'row' | 'tab' | 'menuitem' | 'option';
  readonly name: string;
};

/** The first such thing on the screen: its middle in the window, whether a click there would reach it, its state. */
export type Found = {
  readonly x: number;
  readonly y: number;
  readonly isOnTop: boolean;
  readonly text: string;
  readonly value: string;
  readonly isChecked: boolean;
};

/** Runs in the page, where nothing of this module is: it is whole. Brings what it finds into view. */
export function findInPage({ role, name }: Wanted): Found | null {
  const selectors = {
    button: 'button, [role=button], summary',
    link: 'a[href]',
    field: 'input:not([type=checkbox], [type=radio], [type=file]), textarea, [role=textbox]',
    checkbox: 'input[type=checkbox]',
    heading: 'h1, h2, h3, h4',
    row: 'tr, [role=row]',
    tab: '[role=tab]',
    menuitem: '[role=menuitem]',
    option: '[role=option], input[type=radio]',
  };
  const tidy = (text: string | null | undefined) => text?.replace(/\s+/g, ' ').trim() ?? '';
  const namesOf = (element: HTMLElement) => {
    const labels = 'labels' in element ? [...((element.labels as NodeListOf<HTMLElement>) ?? [])] : [];
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const named = ids.map((id) => document.getElementById(id)?.textContent).join(' ');
    const own = [
      element.getAttribute('aria-label'),
      named,
      element.textContent,
      element.getAttribute('placeholder'),
    ];
    return [...own, ...labels.map((label) => label.textContent)].map(tidy);
  };
  const shown = [...document.querySelectorAll<HTMLElement>(selectors[role])].filter(
    (candidate) => candidate.getClientRects().length > 0,
  );
  const element =
    shown.find((candidate) => namesOf(candidate).includes(name)) ??
    shown.find((candidate) => namesOf(candidate).some((own) => own.includes(name)));
  if (element === undefined || element.matches(':disabled')) return null;
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
  const hit = document.elementFromPoint(x, y);
  const isOnTop = hit !== null && (element.contains(hit) || hit.closest('label')?.control === element);
  const { value = '', checked = false } = element as HTMLInputElement;
  return { x, y, isOnTop, text: tidy(element.innerText), value, isChecked: checked };
}
