import {spawnSync} from 'node:child_process';
import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {printRecording} from '../commands/replay.js';
import {recorded} from '../invariants/campaign/campaign.js';
import type {Plan} from '../invariants/campaign/plan.js';

const cli = fileURLToPath(new URL('../cli.js', import.meta.url));

/**
Runs a plan, saves it as a recording, and opens that in the debugger; without a terminal, it only prints the place of the recording.

@returns the exit code of the debugger; 1 where a run has failed so that nothing was recorded.
*/
export const openPlan = (plan: Plan): number => {
	const {problems, recording} = recorded(plan);
	console.log((problems.length > 0 ? problems : ['all is well']).map((line) => `  ${line}`).join('\n'));
	if (!recording) {
		return 1;
	}

	const file = path.join(mkdtempSync(path.join(tmpdir(), 'simulate-')), `seed-${plan.seed}.yaml`);
	writeFileSync(file, printRecording(recording));
	const step = /^#(\d+) /m.exec(problems.join('\n'))?.[1];
	console.log(`k8s-walkthrough replay ${file}${step === undefined ? '' : `, then :goto ${step}`}`);
	return process.stdout.isTTY
		? (spawnSync(process.execPath, [cli, 'replay', file], {stdio: 'inherit'}).status ?? 1)
		: 0;
};
