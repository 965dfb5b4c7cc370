import {holds} from '../debugger/breakpoint.js';
import {atOnce, type Place as Passed} from '../debugger/recording.js';
import type {Language} from '../stages/language.js';
import type {Ask, Option} from './format.js';
import type {Lesson, TakenStep} from './lesson.js';
import {OperatedRun} from './operated-run.js';
import {keyNow, stopsAt, type LessonRecording} from './place.js';
import {decide, shuffled, type Decision} from './question.js';
import {mismatchedSlots} from './slot-meanings.js';
import {fillSlots, severalMeant, unnamedMeant} from './slots.js';

/** A lesson at one of its steps. Its texts, questions and conditions are read from the run at the stop that the lesson has reached, the anchor. */
export class StepInRun extends OperatedRun {
	/** The step of the lesson being shown. */
	index = 0;
	/** The stop that the lesson has reached. */
	protected anchor = -1;

	/**
	@param language of the names and sentences of stages.
	@param seed decides the order of options; without it, they are in the order of the file.
	*/
	constructor(
		/** May be exchanged for one that differs in its texts only: a translation. */
		public lesson: Lesson,
		language: Language,
		recording: LessonRecording,
		readonly seed?: number,
	) {
		super(lesson, language, recording);
	}

	get step(): TakenStep {
		const step = this.lesson.steps[this.index];
		if (!step) {
			throw new RangeError(`${this.lesson.name} has no step ${this.index}`);
		}

		return step;
	}

	get finished(): boolean {
		return this.index >= this.lesson.steps.length - 1;
	}

	/** The texts of this step that are to be put in order, as they are shown. */
	get toOrder(): ReadonlyArray<NonNullable<Ask['order']>[number]> {
		return shuffled(this.step.ask?.order ?? [], this.seed, `${this.lesson.name} ${this.index}`);
	}

	/** Whether a stop is one to which the question of this step sends the learner. */
	isAsked(step: number): boolean {
		const {stop: place} = this.step.ask ?? {};
		const stop = this.recording.stops.get(step);
		return place !== undefined && stop !== undefined && step > this.anchor && stopsAt(this.recording, place)(stop);
	}

	/** The options of this step's question, in the order shown. */
	get options(): readonly Option[] {
		return shuffled(this.step.ask?.options ?? [], this.seed, `${this.lesson.name} ${this.index}`);
	}

	/** The ledger key of the object of this step; `undefined` if the step or the run has none. */
	get lookedAt(): string | undefined {
		const {look} = this.step;
		return look?.object === undefined ? undefined : keyNow(this.recording, look.object, this.anchor);
	}

	/** A text of this step, with the run's values at the stop that the lesson has reached. @throws {Error} when the run does not say it. */
	fill(text: string, at = this.anchor): string {
		const stop = this.recording.stops.get(at);
		return stop ? fillSlots(this.recording, stop, text) : text;
	}

	/**
	The slots in a text of this step whose object a reader cannot identify, or whose words describe another value.

	@param places other places that name objects
	*/
	unclearSlots(text: string, at = this.anchor, places: readonly unknown[] = []): readonly string[] {
		const stop = this.recording.stops.get(at);
		const {kubectl, runTo, look, ask} = this.step;
		const names = JSON.stringify([kubectl, runTo, look?.object, ask?.at, ask?.show?.object, ...places]);
		return stop
			? [
					...severalMeant(this.recording, stop, text),
					...unnamedMeant(this.recording, stop, text, names),
					// Other languages put the words of a value elsewhere.
					...(this.lesson.language === undefined ? mismatchedSlots(this.recording, stop, text) : []),
				]
			: [];
	}

	/**
	A text of this step as a learner reads it. `lessons check` proves that the run has every value in it; where the learner changed the run,
	missing values are `…`.
	*/
	words(text: string, at?: number): string {
		try {
			return this.fill(text, at);
		} catch {
			return text.replaceAll(/\{\{.*?\}\}/gs, '…');
		}
	}

	/** Lets the run decide a question, from the lesson's place on. */
	decide(ask: Ask): Decision {
		return atOnce(this.deciding(ask));
	}

	/** Decides a question in parts. */
	*deciding(ask: Ask): Generator<Passed, Decision> {
		return yield* decide(this.recording, this.anchor, ask);
	}

	/** Whether the condition of a task or an `expect` holds at the cursor. */
	satisfied({object, cel}: {readonly object: string; readonly cel: string}, at = this.cursor): boolean {
		const stop = this.recording.stops.get(at);
		const key = keyNow(this.recording, object, at);
		return stop !== undefined && key !== undefined && holds(this.recording, stop, cel, key);
	}
}
