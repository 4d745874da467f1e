import './app/mantine.css';
import './app/tokens.css';
import './app/app.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root');
// What the browser lacks is on the screen already (public/browser-check.js).
if (!document.documentElement.hasAttribute('data-browser-lacks')) createRoot(root).render(<App />);
