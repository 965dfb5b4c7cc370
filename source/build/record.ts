// Records the facts of `snapshots/cluster/` from a real cluster. See source/build/record/README.md.
import {execFileSync} from 'node:child_process';
import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {gzipSync} from 'node:zlib';
import {errorLine} from '../kernel/error-text.js';
import {readGoldens, readLines, type Golden} from './conformance/golden.js';
import {differences} from './conformance/differences.js';
import type {Mutation} from './conformance/mutations.js';
import type {Placement} from './conformance/placements.js';
import {apiFacts} from './record/api-facts.js';
import {exchange, readEndpoint, type Endpoint} from './record/endpoint.js';
import {freshCluster} from './record/fresh-cluster.js';
import {answered, prepareMutations} from './record/mutations.js';
import {placed} from './record/placements.js';
import {protobufFacts, type ProtobufFacts} from './record/protobuf-facts.js';
import {versionFacts} from './record/versions/versions.js';
import {recorded, type Look} from './record/wire-player.js';
import {scriptFlags} from './script-flags.js';

const usage = `Usage: npm run record -- WHAT --kubeconfig FILE --out FOLDER [options]

Records from a real cluster, with an administrator's rights. WHAT is one of:
  api-facts       schemas, paths and discovery
  fresh-cluster   every object of a control plane that has just started
  goldens         plays the scenarios of the goldens and keeps the answers
  mutations       sends the mutated objects as dry runs and keeps the answers
  placements      asks the scheduler where each Pod goes, three times
  protobuf-facts  field numbers, from the Go modules in the module cache (no cluster)
  versions R…     what releases such as v1.31.14 serve and turn on, from the Go modules in the module cache (no cluster)
  compare A B     two recordings of goldens: what differs between them is no fact

Options:
  --scenarios PLACE  goldens whose steps are played (default: snapshots/cluster)
  --only PREFIX      only scenarios whose id begins so
  --needs WORD       only scenarios with this need; by default those without one
  --look KIND=URL    answers \`look\` steps: GET URL/words…; may be repeated
  --modules VERSION  version of the k8s.io modules, such as v0.36.3`;

const {values, positionals, wrong} = scriptFlags({
	usage,
	allowPositionals: true,
	options: {
		kubeconfig: {type: 'string'},
		out: {type: 'string'},
		scenarios: {type: 'string', default: 'snapshots/cluster'},
		only: {type: 'string', default: ''},
		needs: {type: 'string'},
		look: {type: 'string', multiple: true, default: []},
		modules: {type: 'string'},
	},
});

const needed = (flag: 'kubeconfig' | 'out' | 'modules'): string => values[flag] ?? wrong(`${what} needs --${flag}`);
const [what = wrong('WHAT is missing'), ...others] = positionals;

const endpoint = (): Endpoint => {
	try {
		return readEndpoint(needed('kubeconfig'));
	} catch (error) {
		return wrong(errorLine(error));
	}
};

/** Writes a file of the output folder; a name that ends with .gz is compressed. */
const write = (name: string, text: string): void => {
	const file = path.join(needed('out'), name);
	mkdirSync(path.dirname(file), {recursive: true});
	writeFileSync(file, name.endsWith('.gz') ? gzipSync(text, {level: 9}) : text);
	console.log(file);
};

const lines = (all: readonly unknown[]): string => all.map((one) => `${JSON.stringify(one)}\n`).join('');

/** Sends requests to the base URLs of --look, such as `iptables=http://127.0.0.1:8080/iptables`. */
const look: Look = async (words) => {
	const [kind = '', ...rest] = words.split(/\s+/);
	const base = values.look.find((one) => one.startsWith(`${kind}=`))?.slice(kind.length + 1);
	if (base === undefined) {
		throw new Error(`--look ${kind}=URL is missing`);
	}

	const target = [base, ...rest.map((word) => encodeURIComponent(word))].join('/');
	const {text} = await exchange({server: base, kubeconfig: ''}, 'GET', target);
	return text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text.split('\n').filter(Boolean);
};

const goldensOf = (place: string): readonly Golden[] =>
	readGoldens(place).filter(({id, needs}) => id.startsWith(values.only) && needs === values.needs);

const recordGoldens = async (cluster: Endpoint): Promise<void> => {
	for (const {entries: _, ...scenario} of goldensOf(values.scenarios)) {
		try {
			// eslint-disable-next-line no-await-in-loop
			const golden = await recorded(cluster, scenario, {
				look,
				onSetUpFailure(message) {
					console.error(`${scenario.id}: ${message}`);
				},
			});
			write(`goldens/${scenario.id}.json`, `${JSON.stringify(golden, null, '\t')}\n`);
		} catch (error) {
			console.error(`${scenario.id}: ${errorLine(error)}`);
			process.exitCode = 1;
		}
	}
};

/** Records cases one after another. */
const recordCases = async <T>(name: string, one: (given: T) => Promise<T | undefined>): Promise<void> => {
	const kept: T[] = [];
	for (const given of readLines<T>(path.join(values.scenarios, `${name}.jsonl.gz`))) {
		// eslint-disable-next-line no-await-in-loop
		const found = await one(given);
		if (found !== undefined) {
			kept.push(found);
		}
	}

	write(`${name}.jsonl.gz`, lines(kept));
};

const recordProtobuf = (): void => {
	const version = needed('modules');
	const cache = execFileSync('go', ['env', 'GOMODCACHE'], {encoding: 'utf8'}).trim();
	const modules = ['api', 'apimachinery', 'apiextensions-apiserver', 'kube-aggregator', 'apiserver'];
	const found: Record<string, ProtobufFacts[string]> = {};
	for (const module of modules) {
		const folder = path.join(cache, `k8s.io/${module}@${version}`);
		for (const name of readdirSync(folder, {recursive: true, encoding: 'utf8'}).sort()) {
			if (path.basename(name) === 'generated.proto') {
				Object.assign(found, protobufFacts(readFileSync(path.join(folder, name), 'utf8')));
			}
		}
	}

	write('protobuf-facts.json.gz', JSON.stringify(found));
};

/** Writes what releases serve, from the modules k8s.io/kubernetes and k8s.io/api of each. */
const recordVersions = (releases: readonly string[]): void => {
	const cache = execFileSync('go', ['env', 'GOMODCACHE'], {encoding: 'utf8'}).trim();
	write('versions.json.gz', JSON.stringify(versionFacts(path.join(cache, 'k8s.io'), releases)));
};

/** Prints where two recordings of the same scenarios differ. */
const compare = (one: string, other: string): void => {
	const second = new Map(readGoldens(other).map((golden) => [golden.id, golden]));
	let differing = 0;
	const first = readGoldens(one).filter(({id}) => id.startsWith(values.only));
	const both = first.filter(({id}) => second.has(id));
	if (both.length === 0) {
		wrong(`${other} has none of the scenarios in ${one}`);
	}

	for (const {id, entries} of both) {
		const found = differences(entries, second.get(id)?.entries);
		differing += found.length > 0 ? 1 : 0;
		for (const line of found.slice(0, 3)) {
			console.log(`${id} ${line.slice(0, 300)}`);
		}
	}

	const alone = first.length - both.length;
	console.log(
		`${differing} of ${both.length} scenarios differ${alone > 0 ? `; ${alone} are only in ${one}, --only leaves them out` : ''}`,
	);
	process.exitCode = differing > 0 ? 1 : 0;
};

const kinds: Readonly<Record<string, () => Promise<void> | void>> = {
	'api-facts': async () => {
		write('api-facts.json.gz', JSON.stringify(await apiFacts(endpoint())));
	},
	'fresh-cluster': async () => {
		write('fresh-cluster.json.gz', JSON.stringify(await freshCluster(endpoint())));
	},
	goldens: () => recordGoldens(endpoint()),
	async mutations() {
		const cluster = endpoint();
		await prepareMutations(cluster);
		await recordCases<Mutation>('mutations', (given) => answered(cluster, given));
	},
	async placements() {
		const cluster = endpoint();
		await recordCases<Placement>('placements', (given) => placed(cluster, given));
	},
	'protobuf-facts': recordProtobuf,
	versions() {
		recordVersions(others.length > 0 ? others : wrong('versions takes releases, such as v1.36.3'));
	},
	compare() {
		const [one = wrong('compare takes two folders'), other = wrong('compare takes two folders')] = others;
		compare(one, other);
	},
};

const run = Object.hasOwn(kinds, what) ? kinds[what] : undefined;
await (run ?? wrong(`nothing is recorded as ${JSON.stringify(what)}`))();
