import type {Findings} from '../invariants/campaign/campaign.js';
import {isRecord} from '../kernel/record.js';
import type {MistakeOutcome} from './mistakes/play.js';

/** The campaign that shards have done. */
export interface CampaignTask {
	readonly of: 'seeds' | 'mistakes';
	readonly count: number;
}

/** Whether data are such a task, as the same version of the program has written it. */
export const isCampaignTask = (task: unknown): task is CampaignTask =>
	isRecord(task) && (task['of'] === 'seeds' || task['of'] === 'mistakes') && typeof task['count'] === 'number';

/** Whether data are the results of several seeds. */
export const isFindings = (result: unknown): result is Findings =>
	isRecord(result) && typeof result['stops'] === 'number' && Array.isArray(result['failures']);

/** Whether data are the outcome of an application with planted mistakes. */
export const isMistakeOutcome = (result: unknown): result is MistakeOutcome =>
	isRecord(result) && typeof result['isPlaced'] === 'boolean' && typeof result['isMended'] === 'boolean';
