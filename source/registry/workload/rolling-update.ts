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

interface RollingUpdate {
	readonly maxUnavailable?: NumberOrText;
	readonly maxSurge?: NumberOrText;
}

/** A strategy with its defaults: Pods are replaced one after the other. */
export const withRollingUpdate = <T extends string>(
	given: {readonly type?: T; readonly rollingUpdate?: RollingUpdate} | undefined,
	{maxUnavailable, maxSurge}: Required<RollingUpdate>,
) => {
	const type: T | 'RollingUpdate' = given?.type || 'RollingUpdate';
	const rolling = given?.rollingUpdate;
	return type === 'RollingUpdate'
		? {
				...given,
				type,
				rollingUpdate: {
					...rolling,
					maxUnavailable: rolling?.maxUnavailable ?? maxUnavailable,
					maxSurge: rolling?.maxSurge ?? maxSurge,
				},
			}
		: {...given, type};
};
