// What is said about a schedule in lists and on its own view.
import { quoted } from './api.js';

/** When a schedule ticks, in a few words. */
export function rhythm({ cron, interval, zone }) {
  if (cron) return `${cron} (${zone})`;
  return `every ${typeof interval === 'number' ? `${interval} s` : interval}`;
}

/** The actions for a schedule in its state. */
export function scheduleActions({ name, paused }) {
  const path = `/v1/schedules/${quoted(name)}`;
  return [
    paused ? { text: 'Resume', label: `Resume ${name}`, path: `${path}/resume` } : { text: 'Pause', label: `Pause ${name}`, path: `${path}/pause` },
    { text: 'Trigger', label: `Trigger ${name}`, path: `${path}/trigger`, question: `Run ${name} now, besides its ticks?` },
  ];
}
