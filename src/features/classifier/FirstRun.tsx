import { Button, Group, Text, Title } from '@mantine/core';
import { Link } from 'react-router-dom';
import { firstRunMessages } from '#model/text/firstRunMessages.ts';
import layout from '../../ui/layout.module.css';

/** How an empty list gets its first mappings: what an administrator sees in place of results. */
export function FirstRun() {
  return (
    <section className={layout['section']} aria-labelledby="first-run">
      <Title id="first-run" order={2}>
        {firstRunMessages.title}
      </Title>
      <Text c="dimmed">{firstRunMessages.explanation}</Text>
      <Group gap="xs" mt="sm">
        <Button variant="filled" component={Link} to="/upload">
          {firstRunMessages.importList}
        </Button>
        <Button component={Link} to="/database/accounts">
          {firstRunMessages.importChart}
        </Button>
        <Button component={Link} to="/upload?list=sample">
          {firstRunMessages.trySample}
        </Button>
      </Group>
    </section>
  );
}
