import {spawnSync} from 'node:child_process';

/** The commit that is tested; without git it is always the same one. */
const {stdout} = spawnSync('git', ['rev-parse', 'HEAD'], {cwd: import.meta.dirname, encoding: 'utf8'});
const first = Number.parseInt(/^[\da-f]{8}/.exec(stdout ?? '')?.[0] ?? '0', 16);

/** Some of a list, in a row, as the commit draws them: tests of many commits try all of a list that is too long for each. */
export const drawnByCommit = <T>(all: readonly T[], count: number): readonly T[] =>
	Array.from({length: Math.min(count, all.length)}, (_, index) => all[(first + index) % all.length]).filter(
		(one) => one !== undefined,
	);
