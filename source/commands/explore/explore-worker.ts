import {doJob, type Found, type Job} from './job.js';
import {answerJobs} from '../worker-pool.js';

// What a thread of `explore` runs: an entry of the bundle.
answerJobs((job: Job): Found => doJob(job));
