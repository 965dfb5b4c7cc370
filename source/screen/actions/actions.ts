import {views, type View} from '../../classroom/views.js';
import type {Word} from '../input/key-table.js';
import {enterDoes, type EnterDoes} from '../panes/enter.js';
import {openCommandLine} from './open-command-line.js';
import {changed, leave, type State} from '../state/state.js';
import {clusterLogs, describeSelected, enterInside, shellInSelected} from './cluster-actions.js';
import {hint, lessonOn, solution, undoLesson} from './lesson-actions.js';
import {chooseOption, skipQuestion} from './question-actions.js';
import {networkPart, openRace, trafficPart, wholeNetwork} from './network-actions.js';
import {examOn, examSolution} from './exam-actions.js';
import {examWords} from '../words/exam-words.js';
import {openFaults} from './fault-menu.js';
import * as guesses from './guess-actions.js';
import * as board from './board-actions.js';
import {scrub, showFuture, walkHere} from './race-actions.js';
import * as motions from './motions.js';
import * as paneActions from './pane-actions.js';
import {paused, setSpeed, togglePlay} from './play.js';
import {toBeat} from './story.js';

/** The change of state by one word of the key table. */
type Action = (state: State, key: string) => State;

/** A word that opens a view. */
type Opening = View | 'causes';

const isOpening = (word: Word): word is Opening => word === 'causes' || views.some((view) => view === word);

/** The action of `enter`, by the word in the footer. */
const opened: Readonly<Record<EnterDoes, (state: State) => State>> = {
	answer: guesses.answerChosen,
	inside: board.lookInside,
	open: paneActions.openRow,
	unfold: paneActions.unfoldWhy,
	walk: walkHere,
	lesson: (state) => (state.lesson?.exam ? examOn(state, state.lesson.exam) : lessonOn(state)),
	select: board.selectBox,
	form: (state) => paneActions.form(state, state.object.form === 'diff' ? 'whole' : 'diff'),
};

const actions: Readonly<Record<Exclude<Word, Opening>, Action>> = {
	step: (state) => motions.go(state, 'into', 1),
	next: (state) => motions.go(state, 'over', 1),
	finish: (state) => motions.go(state, 'out', 1),
	continue: (state) => motions.proceedFrom(state, 1),
	change: (state) => motions.goToFollowed(state, 1),
	stage: (state) => motions.go(state, 'stage', 1),
	back: (state) => motions.go(state, 'into', -1),
	'back-over': (state) => motions.go(state, 'over', -1),
	'back-out': (state) => motions.go(state, 'out', -1),
	'back-continue': (state) => motions.proceedFrom(state, -1),
	'back-change': (state) => motions.goToFollowed(state, -1),
	'back-stage': (state) => motions.go(state, 'stage', -1),
	'next-version': (state) => motions.goToShown(state, 1),
	'previous-version': (state) => motions.goToShown(state, -1),
	process: (state) => motions.go(state, 'process', 1),
	'back-process': (state) => motions.go(state, 'process', -1),
	cause: motions.toCause,
	effect: motions.toEffect,
	start: (state) => motions.jump(state, state.start),
	end: motions.toEnd,
	mark: motions.mark,
	jump: motions.toMark,
	restart: motions.restart,
	break: paneActions.toggleBreakHere,
	breakpoints: (state) => ({...state, mode: 'breakpoints', breakpointList: {at: 0}}),
	'run-to': motions.runToNextHere,
	real: (state) => changed(state, 'shown', {real: !state.shown.real}),
	follow: paneActions.follow,
	diff: (state) => paneActions.form(state, 'diff'),
	'diff-mark': paneActions.diffAgainstMark,
	yaml: (state) => paneActions.form(state, 'whole'),
	blame: (state) => paneActions.form(state, 'blame'),
	printed: (state) => paneActions.form(state, state.object.form === 'printed' ? 'diff' : 'printed'),
	faults: openFaults,
	predict: guesses.toggleGuessing,
	answer: guesses.answerNumber,
	'answer-next': (state) => guesses.chooseAnswer(state, 1),
	'answer-previous': (state) => guesses.chooseAnswer(state, -1),
	'answer-chosen': guesses.answerChosen,
	periodic: motions.togglePeriodic,
	pane: (state) => paneActions.nextPane(state, 1),
	'pane-back': (state) => paneActions.nextPane(state, -1),
	zoom: (state) => changed(state, 'pane', {zoomed: !state.pane.zoomed}),
	up: (state) => paneActions.scroll(state, -1),
	down: (state) => paneActions.scroll(state, 1),
	left: (state) => paneActions.shiftPane(state, -16),
	right: (state) => paneActions.shiftPane(state, 16),
	'page-up': (state) => paneActions.scrollPages(state, -1),
	'page-down': (state) => paneActions.scrollPages(state, 1),
	top: (state) => paneActions.scrollToEdge(state, 'first'),
	bottom: (state) => paneActions.scrollToEdge(state, 'last'),
	open: (state) => opened[enterDoes(state, paneActions.selectedRow(state))](state),
	close: paneActions.back,
	'frame-up': (state) => paneActions.moveFrame(state, 1),
	'frame-down': (state) => paneActions.moveFrame(state, -1),
	'zoom-in': (state) => paneActions.zoomLanes(state, true),
	'zoom-out': (state) => paneActions.zoomLanes(state, false),
	rules: (state) => networkPart(state, 'rules'),
	dns: (state) => networkPart(state, 'dns'),
	traffic: trafficPart,
	race: openRace,
	'scrub-back': (state) => scrub(state, -1),
	'scrub-on': (state) => scrub(state, 1),
	future: showFuture,
	'whole-network': wholeNetwork,
	play: togglePlay,
	speed: setSpeed,
	'beat-back': (state) => toBeat(state, -1),
	beat: (state) => toBeat(state, 1),
	'box-left': (state) => board.moveToBox(state, 'left'),
	'box-right': (state) => board.moveToBox(state, 'right'),
	'box-up': (state) => board.moveToBox(state, 'up'),
	'box-down': (state) => board.moveToBox(state, 'down'),
	'box-next': board.nextBox,
	inside: enterInside,
	logs: clusterLogs,
	describe: describeSelected,
	shell: shellInSelected,
	'find-next': (state) => paneActions.findNext(state, 1),
	'find-previous': (state) => paneActions.findNext(state, -1),
	'option-next': (state) => chooseOption(state, 1),
	'option-previous': (state) => chooseOption(state, -1),
	skip: skipQuestion,
	hint: (state) => (state.lesson?.exam ? {...state, message: examWords(state.setup.language).noHints} : hint(state)),
	undo: undoLesson,
	solution: (state) => (state.lesson?.exam ? examSolution(state, state.lesson.exam) : solution(state)),
	command: (state) => openCommandLine(state),
	palette: (state) => ({...changed(state, 'palette', {typed: '', at: 0}), mode: 'palette', message: ''}),
	find: (state) => ({...changed(state, 'pane', {find: ''}), mode: 'find'}),
	help: (state) => ({...changed(state, 'help', {at: 0, page: undefined}), mode: 'help'}),
	// A lesson that is done is kept as done: nothing would be lost.
	quit: (state) => (state.leaving.unsaved > 0 && !state.lesson?.run.finished ? {...state, mode: 'quit'} : leave(state)),
	leave,
	suspend: (state) => changed(state, 'leaving', {suspended: true}),
};

/**
Performs a word of the key table, from a key, the command line, or the mouse. A board that plays pauses first.

@param key the key that was pressed, for words that several keys have.
*/
export const act = (state: State, word: Word, key = ''): State => {
	const still = word === 'play' || word === 'speed' ? state : paused(state);
	if (word === 'board') {
		return board.toggleBoard(still);
	}

	if (isOpening(word)) {
		return paneActions.show(still, word === 'causes' ? 'why' : word);
	}

	return actions[word](still, key);
};
