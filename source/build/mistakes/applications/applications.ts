import type {Application} from './application.js';
import {batch} from './batch.js';
import {data} from './data.js';
import {platform} from './platform.js';
import {web} from './web.js';

/** Everyday applications; each of them works unchanged. */
export const applications: readonly Application[] = [...web, ...data, ...batch, ...platform];
