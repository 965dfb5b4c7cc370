import {answerJobs} from '../worker-pool.js';
import type {PartEnd} from './part-end.js';
import {playWorld, type WorldJob} from './world.js';

// The entry of a thread of `check` in the bundle.
answerJobs((job: WorldJob): readonly PartEnd[] => playWorld(job));
