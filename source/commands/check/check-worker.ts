import {answerJobs} from '../worker-pool.js';
import {playWorld, type PartEnd, type WorldJob} from './world.js';

// What a thread of `check` runs: an entry of the bundle.
answerJobs((job: WorldJob): readonly PartEnd[] => playWorld(job));
