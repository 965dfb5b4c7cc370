import {writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {gzipSync} from 'node:zlib';
import test from 'ava';
import {SimulatedCluster} from './cluster.js';
import {readLines, type Step} from './golden.js';
import {Player} from './player.js';

/** The output of a command; `null` if the two outputs differ for a known reason, and only the effects count. */
type Printed = {readonly code: unknown; readonly stdout: unknown; readonly stderr: unknown} | null;

interface Group {
	readonly id: string;
	readonly steps: readonly Step[];
	/** One for each command that is not ignored. */
	readonly entries: readonly Printed[];
}

// More than 1,500 command lines, good and bad ones, as kubectl 1.35.2 answered them in front of `serve`. Where 1.36 differs, as its source shows: `apply --dry-run=client` merges, a wrong container is reported with the existing ones, a refused upgrade without its reason. Lines of describe, get, explain and short names are those of kubectl 1.36.3.
// UPDATE_SNAPSHOTS=1 saves the current output, for a server with better answers: read each difference first.
const file = fileURLToPath(new URL('../../../snapshots/kubectl-lines.jsonl.gz', import.meta.url));
const groups = readLines<Group>(file);
const updated: Group[] = [];

for (const group of groups) {
	test(`kubectl ${group.id}: ${group.entries.filter(Boolean).length} lines print what a real kubectl printed`, (t) => {
		const cluster = new SimulatedCluster();
		cluster.start();
		const printed = new Player(cluster, {...group, id: `x/${group.id}`})
			.play()
			.map(({code, stdout, stderr, step}) => ({step, now: {code, stdout, stderr}}));
		updated.push({
			...group,
			entries: group.entries.map((entry, index) => {
				const now = printed[index]?.now;
				return entry && now ? now : null;
			}),
		});
		if (process.env['UPDATE_SNAPSHOTS']) {
			t.pass();
			return;
		}

		for (const [index, entry] of group.entries.entries()) {
			if (entry) {
				const {step, now} = printed[index] ?? {};
				t.deepEqual(now, entry, step);
			}
		}
	});
}

test.after(() => {
	if (process.env['UPDATE_SNAPSHOTS']) {
		const order = new Map(groups.map(({id}, index) => [id, index]));
		const lines = updated
			.sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
			.map((group) => JSON.stringify(group));
		writeFileSync(file, gzipSync(`${lines.join('\n')}\n`, {level: 9}));
	}
});
