import {readFileSync, rmSync} from 'node:fs';
import {formatNames} from '../exports/format-names.js';
import {completeScenario, readScenario} from '../scenario/scenario.js';
import {findExam} from '../classroom/exams/exams.js';
import {languageNameOf} from '../stages/language-names.js';
import {languageOf} from '../stages/language.js';
import type {Backend} from '../screen/backend.js';
import {stateOf} from '../screen/start.js';
import type {Services} from '../screen/state/parts.js';
import {keepExam, sessionOf} from './exam-store.js';
import {narrowed, writeExport} from './export.js';
import {kubectlCompletions, manifestsHere} from './kubectl-completions.js';
import {readManifestFiles} from './manifests.js';
import {loadMessages, screenMessage} from './mistakes/screen-messages.js';
import {startOfManifests, startOfRecording} from './screen-starts.js';
import {pageLinks} from './page-links.js';
import {printRecording, readRecording} from './replay.js';
import {adviseTyped} from './typed-work.js';
import {readTextFile} from '../scenario/read-text-file.js';
import {writeTextFile} from './text-file.js';

/** Lines to print after the user has left the screen. */
const farewell: string[] = [];

/** The debugger's services from the layers above it and from the disk: recordings, manifests, words for kubectl. */
const services: Services = {
	now: () => Date.now(),
	moves: true,
	editor: {
		discard(file) {
			rmSync(file, {force: true});
		},
	},
	save: (recording, file, family) => {
		// Only the owner may read a dump's Secrets.
		writeTextFile(file, printRecording(recording, {family}), recording.scenario.dump ? {mode: 0o600} : {});
	},
	exports: {
		formats: formatNames,
		write: (stretch, format, file, follow) => {
			const known = formatNames.find((name) => name === format);
			let omitted: string | undefined;
			if (known) {
				writeExport(narrowed(stretch, {follow}), known, {
					to: file,
					write() {},
					tell(text) {
						omitted = text;
					},
				});
			}

			return omitted;
		},
	},
	links: pageLinks((line) => {
		if (!farewell.includes(line)) {
			farewell.push(line);
		}
	}),
	translate: screenMessage,
	advise: adviseTyped,
	keepExam,
	read: (file) => {
		try {
			return readFileSync(file, 'utf8');
		} catch {
			return undefined;
		}
	},
	complete: (words, recording, step, files) =>
		kubectlCompletions(words, recording, step, [...files, ...manifestsHere()]),
};

/** Opens the choice from the home screen. */
export const screenBackend: Backend = {
	farewell: () => farewell,
	stateOf: (start, keymap, language) => {
		void loadMessages(languageOf(language));
		return stateOf(start, {keymap, services, language: languageOf(language)}, language);
	},
	startOf: (choice, language) => {
		switch (choice.view) {
			case 'open': {
				return startOfManifests(
					completeScenario(),
					readManifestFiles([choice.file], () => new Uint8Array()),
					{language: languageOf(language)},
				);
			}

			case 'replay': {
				return startOfRecording(readRecording(readTextFile(choice.file), choice.file));
			}

			case 'lesson': {
				return {...choice, language};
			}

			case 'drill': {
				return choice;
			}

			case 'exam': {
				const told = languageNameOf(language ?? 'en');
				return {view: 'exam', session: sessionOf(findExam(choice.exam, undefined, told), told, {})};
			}

			case 'play': {
				return choice.file === undefined
					? {view: 'play'}
					: {view: 'play', scenario: readScenario(readTextFile(choice.file), choice.file)};
			}
		}
	},
};
