import {answerJobs} from '../../commands/worker-pool.js';
import {mistakePlanOf} from './plan.js';
import {playMistakes} from './play.js';

answerJobs((number: number) => playMistakes(mistakePlanOf(number)));
