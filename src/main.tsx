import './app/mantine.css';
import './app/tokens.css';
import './app/app.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { keepPresses } from './ui/keepPress.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root');
keepPresses();
createRoot(root).render(<App />);
