import { Text } from '@mantine/core';
import { messages } from '#model/text/messages.ts';
import { Icon } from '../../ui/icons.tsx';
import layout from '../../ui/layout.module.css';
import styles from './SignInPage.module.css';

/** Lines as they come from a bank: what stands before the keyword, the keyword, what stands behind it; the account. */
const WHITE = { color: 'var(--on-accent)' };
const LINES = [
  ['CARD PAYMENT TO ', 'KESTREL CLOUD', ' EMEA', '6400', 'Hosting'],
  ['DIRECT DEBIT ', 'NORTHGATE ENERGY', ' DD', '6310', 'Gas and electricity'],
  ['POS 4417 ', 'MERIDIAN WHOLESALE', ' LEEDS', '5100', 'Goods for resale'],
  ['', 'ROYAL OAK LODGE', ' HARROGATE', '6210', 'Hotels'],
  ['', 'PARCELHAWK EXPRESS', ' INV. 2291', '6150', 'Post and courier'],
] as const;

/** What the product does, for who does not know it yet. */
export function Showcase() {
  return (
    <aside className={`${styles['showcase']} mantine-visible-from-md`} aria-label={messages.claim}>
      <Text size="xl" fw={600} lts="-0.02em" mb="lg" c="var(--on-accent)">
        {messages.claim}
      </Text>
      <div className={layout['stack']} aria-hidden="true">
        {LINES.map(([before, keyword, after, code, name]) => (
          <div key={keyword} className={styles['line']}>
            <span>
              {before}
              <mark>{keyword}</mark>
              {after}
            </span>
            <Icon name="arrowRight" />
            <span>
              <b style={WHITE}>{code}</b> {name}
            </span>
          </div>
        ))}
      </div>
    </aside>
  );
}
