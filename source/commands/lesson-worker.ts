import {checkFile} from './lessons.js';
import {answerJobs} from './worker-pool.js';

// What a thread of `lessons check` runs: an entry of the bundle.
answerJobs(checkFile);
