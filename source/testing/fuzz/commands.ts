import {CommanderError, type Command} from 'commander';
import {createProgram} from '../../commands/program.js';
import {SimulationError} from '../../kernel/simulation-error.js';
import {splitWords} from '../../kubectl/command-line/split-words.js';
import {Mistake, Mistakes} from '../../scenario/mistake.js';
import {KubectlWorld} from '../kubectl-world.js';
import {stateOn, typed} from '../screens.js';
import {complaintAbout, refusing, type Complaint, type Door} from './door.js';
import {manifests} from './manifests.js';

const kubectlWorld = (): ((input: string) => Complaint) => {
	// A wait of years, where only the server's housekeeping happens, is given up after a month: a million turns take seconds, in each command after it as well.
	const world = new KubectlWorld({silentLimit: 100_000});
	const files = {'web.yaml': manifests[0] ?? ''};
	world.run('apply -f web.yaml', {files});
	return (line) => {
		try {
			const {stdout, stderr} = world.run(line, {files});
			return complaintAbout(stderr + stdout.slice(0, 10_000), line);
		} catch (error) {
			// A wait of months for an event that never happens, in a world where nothing else happens, has this clear end.
			if (error instanceof SimulationError && error.message.includes('wake-ups without a stop')) {
				return undefined;
			}

			throw error;
		}
	};
};

/** Replaces the actions of commands by none. */
const silence = (commands: readonly Command[]): void => {
	for (const command of commands) {
		command.action(() => {});
		silence(command.commands);
	}
};

/** Parses flags as the program does, without acting on them. */
const readFlags = async (line: string): Promise<void> => {
	const quiet = {stdout() {}, stderr() {}, stdin: () => new Uint8Array(), screen: false};
	const program = createProgram(quiet, () => {});
	silence(program.commands);
	await program.parseAsync(splitWords(line), {from: 'user'});
};

/** Each character is a key. */
const longestLine = 300;

const screen = (): ((input: string) => Complaint) => {
	const state = stateOn('pod');
	return (words) => {
		const {message} = typed(state, [`:${words.slice(0, longestLine).replaceAll(/[\r\n]/g, ' ')}`]);
		return complaintAbout(message, words);
	};
};

/** Doors of words that people type. */
export const commands: Readonly<Record<string, Door>> = {
	kubectl: {
		about: 'command lines of kubectl',
		usual: 20_000,
		renewedAfter: 200,
		corpus: [
			'get pods -A -o wide --sort-by=.metadata.name',
			'get deploy,svc web -o jsonpath={.items[*].metadata.name}',
			'describe deploy/web',
			'apply -f web.yaml --server-side --force-conflicts --dry-run=server',
			'create deployment b --image=nginx --replicas=2 --port=80 -o yaml --dry-run=client',
			'run x --image=busybox --restart=Never --overrides={"spec":{"hostNetwork":true}} -- sh -c "sleep 1"',
			'patch deploy web -p {"spec":{"replicas":2}} --type=merge',
			'set image deploy/web web=nginx:1.28',
			'label pods --all a=b c- --overwrite',
			'scale deploy web --replicas=3 --current-replicas=2',
			'rollout status deploy/web --timeout=1s',
			'delete pods -l app=web --force --grace-period=0 --wait=false',
			'explain deployment.spec.template --recursive',
			'expose deploy web --port=80 --target-port=http --type=NodePort',
			'auth can-i list pods --as jane -n kube-system',
			'get events --field-selector type=Warning -w --request-timeout=1s',
			'config view -o json',
			'api-resources --verbs=list -o name',
			'diff -f web.yaml',
			'create secret generic s --from-literal=a=b --type=x/y',
			'autoscale deploy web --min=1 --max=3 --cpu-percent=80',
			'get pods -o custom-columns=A:.metadata.name,B:.spec.x',
			'wait pod/web --for=condition=Ready --timeout=1s',
			'top pods',
			'taint nodes --all a=b:NoSchedule',
			'get --raw /api/v1/namespaces?limit=1',
		],
		words: [
			' ',
			'-',
			'--',
			'=',
			'"',
			"'",
			',',
			'/',
			'-o ',
			'-o json',
			'-n ',
			'-l ',
			'--all ',
			'-f -',
			'-k .',
			'--dry-run=',
			'{',
			'}',
			'-h',
			'--v=9',
			' -- ',
			'pods/',
			'\\',
			'.',
		],
		open: kubectlWorld,
	},
	flags: {
		about: 'flags of the program',
		usual: 20_000,
		corpus: [
			'--lang zh trace web.yaml --all --for 10m --stops 100 --then "get pods" --cluster c.yaml --seed 5',
			'serve --port 0 --speed max --host 0.0.0.0 --record r.json --break scheduler.bind',
			'explore deletion web.yaml --runs 5 --jobs 2 --vary seed',
			'export web.yaml --as html --out x.html --from 1 --to 5',
			'replay r.json --check',
			'drill --random --seed 4',
			'lessons check lesson.yaml',
			'run web.yaml --from dump.yaml --redact --timeout 5s',
		],
		words: [
			' ',
			'-',
			'--',
			'=',
			'--seed',
			'--for',
			'--stops',
			'--jobs',
			'--speed',
			'--port',
			'"',
			"'",
			'1e3',
			'-5',
			'5x',
		],
		open: refusing([CommanderError, Mistake, Mistakes], readFlags),
	},
	words: {
		about: 'words on the screen’s command line',
		usual: 6000,
		corpus: [
			'break scheduler.bind pod/web',
			'goto 100',
			'kubectl get pods',
			'crash kube-scheduler',
			'search text=web',
			'watch pod/web',
			'why pod/web',
			'blame pod/web spec.nodeName',
			'export html x',
			'help',
			'fault fail requests * for=1s',
			'time 5s',
			'diff 10 20',
			'packet from a to b',
		],
		words: [' ', '/', '=', '"', '*', 'pod/', 'node/', 'if=', '5s', '-1', ':', '.'],
		open: screen,
	},
};
