import {answerJobs} from '../commands/worker-pool.js';
import {simulate} from '../invariants/campaign/campaign.js';

answerJobs(simulate);
