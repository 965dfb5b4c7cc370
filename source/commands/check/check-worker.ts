import {answerJobs} from '../worker-pool.js';
import type {PartEnd} from './part-end.js';
import {playWorld, type WorldJob} from './world.js';

// What a thread of `check` runs: an entry of the bundle.
answerJobs((job: WorldJob): readonly PartEnd[] => playWorld(job));
