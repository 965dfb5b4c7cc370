import {checkFile} from './lessons.js';
import {answerJobs} from './worker-pool.js';

// The entry of a thread of `lessons check` in the bundle.
answerJobs(checkFile);
