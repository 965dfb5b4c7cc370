import type {Attributes} from './attributes.js';

/** The caller: the user of a process. */
export interface Credentials {
	readonly uid: number;
	readonly gid: number;
	readonly groups: readonly number[];
	/** CAP_DAC_OVERRIDE: may read and write everything. */
	readonly overrides: boolean;
	/** Whether it has CAP_CHOWN and CAP_FOWNER, and may change files of other users. */
	readonly ownsAll: boolean;
}

/** The user that may do everything. */
export const root: Credentials = {uid: 0, gid: 0, groups: [], overrides: true, ownsAll: true};

const bits = {read: 4, write: 2, enter: 1} as const;

/** The kinds of access to a file or a directory. */
export type Access = keyof typeof bits;

/** Whether a user may read, write or enter. */
export const allows = ({mode, uid, gid}: Attributes, who: Credentials, wanted: Access): boolean => {
	const ofOthers = who.gid === gid || who.groups.includes(gid) ? 3 : 0;
	const shift = who.uid === uid ? 6 : ofOthers;
	return who.overrides || ((mode >> shift) & bits[wanted]) !== 0;
};
