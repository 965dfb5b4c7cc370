import {spawnSync} from 'node:child_process';

/** The tested commit; without git, a constant. */
const {stdout} = spawnSync('git', ['rev-parse', 'HEAD'], {cwd: import.meta.dirname, encoding: 'utf8'});
const first = Number.parseInt(/^[\da-f]{8}/.exec(stdout ?? '')?.[0] ?? '0', 16);

/** Consecutive items of a list, chosen by the commit: the tests of many commits together cover a list that is too long for one. */
export const drawnByCommit = <T>(all: readonly T[], count: number): readonly T[] =>
	Array.from({length: Math.min(count, all.length)}, (_, index) => all[(first + index) % all.length]).filter(
		(one) => one !== undefined,
	);
