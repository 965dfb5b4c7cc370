import type {PagePlay, PageResult} from './documentation-pages/page.js';
import {secondResults} from './documentation-pages/tasks-2-and-concepts.js';
import {secondPlays} from './documentation-pages/tasks-2-and-concepts-plays.js';
import {firstResults} from './documentation-pages/tutorials-and-tasks-1.js';
import {firstPlays} from './documentation-pages/tutorials-and-tasks-1-plays.js';
import {workloadPlays} from './documentation-pages/tutorials-and-tasks-1-workloads.js';

/** Pages of the Kubernetes documentation that were played, with their results. */
export const pageResults: readonly PageResult[] = [...firstResults, ...secondResults];

/** Pages whose commands are played by each test run. */
export const pagePlays: readonly PagePlay[] = [...firstPlays, ...workloadPlays, ...secondPlays];
