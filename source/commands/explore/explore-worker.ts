import {doJob, type Found, type Job} from './job.js';
import {answerJobs} from '../worker-pool.js';

// The entry of a thread of `explore` in the bundle.
answerJobs((job: Job): Found => doJob(job));
