import {randomBytes} from 'node:crypto';
import path from 'node:path';
import {createInterface} from 'node:readline';
import envPaths from 'env-paths';
import {atOnce} from '../debugger/recording.js';
import {errorText} from '../kernel/error-text.js';
import {LessonRun} from '../classroom/player.js';
import type {ExamSession} from '../classroom/exams/session.js';
import {printable} from '../scenario/mistake.js';
import {CertificateAuthority} from '../serve/certificates.js';
import {kubeconfigText} from '../serve/kubeconfig.js';
import {Pace} from '../serve/pace.js';
import {ApiFace} from '../serve/server.js';
import {spoken} from '../screen/panes/exam-text.js';
import {examWords} from '../screen/words/exam-words.js';
import {keepExam} from './exam-store.js';
import {resultText, tasksText, taskText} from './exam-print.js';
import {writeTextFile} from './text-file.js';

/** A task whose cluster real clients reach. */
interface ServedTask {
	readonly run: LessonRun;
	readonly pace: Pace;
	readonly face: ApiFace;
	readonly address: string;
}

/** The options of a served exam. */
export interface ServedExam {
	readonly host: string;
	readonly write: (text: string) => void;
	/** The place of the kubeconfig. */
	readonly kubeconfig?: string | undefined;
}

/** The cluster of a task at the present time: its start was just played. */
const presentRun = (session: ExamSession): LessonRun => {
	const known = session.run();
	if (known.acted) {
		return known;
	}

	const lesson = session.lesson(session.at);
	const startsMs = Date.now() - known.recording.kernel.now - 1000;
	const run = new LessonRun(
		{
			...lesson,
			cluster: {
				...lesson.cluster,
				startsAt: `${new Date(startsMs).toISOString().slice(0, 19)}Z`,
				tokenKey: randomBytes(32).toString('base64url'),
			},
		},
		0,
		session.language,
	);
	session.put(session.at, run);
	return run;
};

const serveTask = async (
	session: ExamSession,
	authority: CertificateAuthority,
	{host, write}: ServedExam,
): Promise<ServedTask> => {
	const run = presentRun(session);
	const {recording} = run;
	const pace = new Pace(recording, {
		speed: 1,
		leadMs: Date.now() - recording.kernel.wallClockMs,
		onFailure(error) {
			write(`${printable(errorText(error))}\n`);
		},
	});
	const face = new ApiFace(pace, {authority, host, port: 0});
	const address = await face.listen();
	pace.run();
	return {run, pace, face, address};
};

/**
Serves the tasks of an exam to real clients, one cluster a task, until it is graded or abandoned. The kubeconfig always names the cluster of the open task.

Long because each line acts on the same clusters and clock.

@returns whether it was graded.
*/
export const serveExam = async (
	session: ExamSession,
	input: NodeJS.ReadableStream,
	ended: Promise<string>,
	options: ServedExam,
): Promise<boolean> => {
	const {write} = options;
	const words = examWords(session.language);
	const authority = new CertificateAuthority();
	const served = new Map<number, ServedTask>();
	const file =
		options.kubeconfig ?? path.join(envPaths('k8s-walkthrough', {suffix: ''}).data, 'exams', 'kubeconfig.yaml');
	const open = async (index: number): Promise<void> => {
		session.at = index;
		const task = served.get(index) ?? (await serveTask(session, authority, options));
		served.set(index, task);
		const users = task.run.recording.scenario.users;
		writeTextFile(file, kubeconfigText(task.address, authority, users), {mode: 0o600, folders: true});
		write(`${taskText(session)}\n`);
	};

	const grade = (): void => {
		for (const {pace} of served.values()) {
			pace.hold();
		}

		atOnce(session.grading());
		session.pause(Date.now());
		keepExam(session, true);
		write(resultText(session));
	};

	/** Carries out a line. @returns whether the exam continues. */
	const does = async (line: string): Promise<boolean> => {
		const count = session.exam.sources.length;
		if (session.paused && line !== 'quit' && line !== 'q') {
			session.goOn(Date.now());
			for (const {pace} of served.values()) {
				pace.run();
			}

			write(taskText(session));
			return true;
		}

		switch (line) {
			case 'grade': {
				grade();
				return false;
			}

			case 'quit':
			case 'q': {
				return false;
			}

			case 'pause': {
				session.pause(Date.now());
				for (const {pace} of served.values()) {
					pace.hold();
				}

				write(`${words.paused(words.left(spoken(session.leftMs(Date.now()), words)))}\n`);
				return true;
			}

			case 'tasks': {
				write(tasksText(session));
				return true;
			}

			default: {
				const number = line === '' ? session.at + 2 : Number(line);
				if (!Number.isInteger(number) || number < 1 || number > count) {
					write(`${line === '' ? words.lastTask : words.noTask(count)}\n${words.serveHelp}\n`);
				} else {
					await open(number - 1);
				}

				return true;
			}
		}
	};

	session.goOn(Date.now());
	write(`export KUBECONFIG=${path.resolve(file)}\n${words.serveHelp}\n`);
	await open(session.at);
	const lines = createInterface({input, terminal: false});
	try {
		await Promise.race([
			ended,
			(async () => {
				for await (const line of lines) {
					if (!(await does(line.trim()))) {
						return;
					}

					keepExam(session, false);
				}
			})(),
		]);
	} finally {
		lines.close();
		session.pause(Date.now());
		keepExam(session, true);
		for (const {pace, face} of served.values()) {
			pace.end();
			await face.close();
		}
	}

	return session.grades !== undefined;
};
