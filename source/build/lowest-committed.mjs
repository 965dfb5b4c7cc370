import {execFileSync} from 'node:child_process';

/** The lowest ceiling of each kind that was ever committed in a file of ceilings; empty where there is no git. */
export const lowestCommitted = (folder, file) => {
	let log;
	try {
		log = execFileSync('git', ['log', '--format=', '--patch', '--unified=0', '--', file], {
			cwd: folder,
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'ignore'],
		});
	} catch {
		return {};
	}

	const lowest = {};
	for (const [line] of log.matchAll(/^\+(?!\+).*$/gm)) {
		for (const [, kind, number] of line.matchAll(/"(\w+)":\s*(\d+)/g)) {
			lowest[kind] = Math.min(lowest[kind] ?? Infinity, Number(number));
		}
	}

	return lowest;
};
