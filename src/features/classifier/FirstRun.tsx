import { Group, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { firstRunMessages } from '#model/text/firstRunMessages.ts';
import styles from './FirstRun.module.css';

/** How an empty list gets its first mappings: what an administrator sees in place of results. */
export function FirstRun() {
  return (
    <section className={styles['panel']} aria-labelledby="first-run">
      <h2 id="first-run" className={styles['title']}>
        {firstRunMessages.title}
      </h2>
      <Text size="sm" c="dimmed">
        {firstRunMessages.explanation}
      </Text>
      <Group gap="xs" mt="sm">
        <Link to="/upload" className={styles['main'] ?? ''}>
          {firstRunMessages.importList}
        </Link>
        <Link to="/database/accounts" className={styles['other'] ?? ''}>
          {firstRunMessages.importChart}
        </Link>
        <Link to="/upload?list=sample" className={styles['other'] ?? ''}>
          {firstRunMessages.trySample}
        </Link>
      </Group>
    </section>
  );
}
