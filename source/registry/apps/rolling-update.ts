import type {NumberOrText} from '../validation/checks.js';

export interface Strategy {
	readonly type?: string;
	readonly rollingUpdate?: {readonly maxUnavailable?: NumberOrText; readonly maxSurge?: NumberOrText};
}

export const shownStrategy = ({type = '', rollingUpdate}: Strategy): unknown => ({
	Type: type,
	RollingUpdate: rollingUpdate
		? {MaxUnavailable: rollingUpdate.maxUnavailable ?? 0, MaxSurge: rollingUpdate.maxSurge ?? 0}
		: null,
});
