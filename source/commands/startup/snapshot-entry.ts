import {answerEarly} from '../early-interrupt.js';
import process from 'node:process';
import {bootAhead} from '../../booted.js';
import {completeScenario} from '../../scenario/scenario.js';
import {keepYoungSmall} from '../grow-slowly.js';
import {run} from '../program.js';
import {replaceProcess, variable} from './launch.js';
import {withoutThreads} from './threads.js';
import {runInTerminal} from '../run-in-terminal.js';

/** Manifests that run the code of most commands: a Deployment whose Pods serve, and a Pod that never starts. */
const warmUp = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
        - {name: main, image: nginx, readinessProbe: {httpGet: {path: /, port: 80}}}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80}]}
---
apiVersion: v1
kind: Pod
metadata: {name: typo}
spec: {containers: [{name: main, image: ngnix}]}
`;

/**
Runs while the snapshot is built: loads and compiles the code of a trace and a check, and boots the default cluster.

@throws {Error} when one of them ends unexpectedly
*/
export const prepare = async (): Promise<void> => {
	for (const command of ['trace', 'check']) {
		const code = await run([command, '-'], {
			stdout() {},
			stderr() {},
			stdin: () => Buffer.from(warmUp),
			screen: false,
			watched: false,
			colours: false,
			interruptible: false,
			locale: 'C.UTF-8',
			columns: 80,
		});
		if (code !== 1) {
			throw new Error(`the ${command} before the snapshot ended with ${code}`);
		}
	}

	bootAhead(completeScenario());
};

/** Runs at each start from the snapshot, in place of the program's first file. */
export const main = (): void => {
	// A worker takes its flags from here, and cannot take those of a snapshot.
	process.execArgv = [];
	answerEarly(process.argv.slice(2));
	withoutThreads(() => {
		replaceProcess()?.(process.execPath, [process.execPath, ...process.argv.slice(1)], {
			...process.env,
			[variable]: 'off',
		});
	});
	try {
		// Node remembers the working folder, and the snapshot has that of its build.
		process.chdir('.');
	} catch {
		// The folder is gone: the command reports it when it needs it.
	}

	keepYoungSmall();
	void runInTerminal(process.argv.slice(2));
};
