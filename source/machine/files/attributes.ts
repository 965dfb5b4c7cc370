/** The owner of a file, and the rights of all others. */
export interface Attributes {
	readonly mode: number;
	readonly uid: number;
	readonly gid: number;
	/** Milliseconds since 1970. */
	readonly modifiedMs: number;
}

/** The attributes of the nodes made last, the newest in front. */
const recent: Attributes[] = [];
const mostRecent = 8;

/** Shares equal attributes as one object: the files of a container are made at one moment, and thousands of containers run. */
export const sharedAttributes = (attributes: Attributes): Attributes => {
	const {mode, uid, gid, modifiedMs} = attributes;
	const known = recent.find(
		(one) => one.mode === mode && one.modifiedMs === modifiedMs && one.uid === uid && one.gid === gid,
	);
	if (known) {
		return known;
	}

	recent.unshift(attributes);
	recent.length = Math.min(recent.length, mostRecent);
	return attributes;
};
