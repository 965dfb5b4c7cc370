import {mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import process from 'node:process';
import {readTextFile} from '../../scenario/read-text-file.js';
import {writeAssets} from '../assets.js';
import {readRecording, replay} from '../replay.js';
import {writeTextFile} from '../text-file.js';
import {printPlan, type GivenPlan} from './plan-file.js';
import {Program} from './program.js';
import type {RawRun} from './run.js';
import {endOf, type Setup} from './serve-world.js';

/**
Runs a suite once that starts its own kube-apiservers, each of which gets the faults of the plan.

@throws {Mistake} when the suite cannot be started.
*/
export const runWithAssets = async (
	setup: Setup & {readonly cluster?: string | undefined},
	plan?: GivenPlan,
): Promise<RawRun> => {
	const folder = mkdtempSync(path.join(tmpdir(), 'k8s-walkthrough-chaos-'));
	const startMs = performance.now();
	try {
		const record = path.join(folder, 'recordings');
		const assets = path.join(folder, 'assets');
		const planFile = path.join(folder, 'plan.yaml');
		if (plan) {
			writeTextFile(planFile, printPlan(plan));
		}

		writeAssets({
			folder: assets,
			record,
			cluster: setup.cluster,
			...(setup.webhooks ? {webhooks: true} : {}),
			...(plan ? {plan: planFile} : {}),
			...(setup.restart === undefined ? {} : {restart: setup.restart}),
			command: [process.execPath, process.argv[1] ?? ''],
		});
		const program = new Program(setup.command, {KUBEBUILDER_ASSETS: assets});
		const {end, isCut} = await endOf(program, setup);
		const recordings = readdirSync(record)
			.toSorted()
			.map((name) => replay(readRecording(readTextFile(path.join(record, name)), name)));
		return {
			command: end,
			isCut,
			tookMs: performance.now() - startMs,
			ends: [],
			isAtRest: true,
			outputs: [program.output],
			recordings,
		};
	} finally {
		rmSync(folder, {recursive: true, force: true});
	}
};
