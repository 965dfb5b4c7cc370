import {manifestsOf} from '../commands/manifests.js';
import {startOfManifests} from '../commands/screen-starts.js';
import {filmOf} from '../exports/screen-film.js';
import {pictureOf} from '../exports/screen-picture.js';
import {completeScenario} from '../scenario/scenario.js';
import {beatMs, beginStory, tellOn} from '../screen/actions/story.js';
import {keyTable} from '../screen/input/key-table.js';
import type {Line, Size} from '../screen/paint/text.js';
import {drawScreen} from '../screen/panes/screen.js';
import {stateOf} from '../screen/start.js';
import type {State} from '../screen/state/state.js';

/** A picture of the front page: the screen of `run` for a manifest. */
interface Picture {
	readonly title: string;
	readonly files: Readonly<Record<string, string>>;
	readonly size: Size;
	/** Whether the board plays the story of the followed object; without it, the screen where `run` opens. */
	readonly story?: boolean;
}

const service = `---
apiVersion: v1
kind: Service
metadata:
  name: shop
spec:
  selector: {app: shop}
  ports:
  - port: 80
`;

const deployment = (cpu: string): string => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: shop
spec:
  replicas: 3
  selector: {matchLabels: {app: shop}}
  template:
    metadata:
      labels: {app: shop}
    spec:
      containers:
      - name: web
        image: nginx:1.27
        ports:
        - containerPort: 80
        resources:
          requests: {cpu: ${cpu}, memory: 256Mi}
`;

const described: Readonly<Record<string, Picture>> = {
	board: {
		title:
			'The board plays the story of a Deployment: kubectl, the apiserver, etcd, controllers, the scheduler, the kubelet of its node, and traffic.',
		files: {'shop.yaml': deployment('500m') + service},
		size: {columns: 120, rows: 35},
		story: true,
	},
	cause: {
		title:
			'A broken manifest at its cause: no node has as much CPU as the Pod requests; the line of the file and a change that was tried.',
		files: {'shop.yaml': deployment('"64"')},
		size: {columns: 100, rows: 30},
	},
};

/** Step numbers counted from the start of kubectl: the length of the cluster's start does not matter here. */
const relative = (row: Line, start: number): Line =>
	row.map((segment) => ({
		...segment,
		text: segment.text.replaceAll(/#(\d{3,})/g, (_, digits: string) =>
			`#${Number(digits) - start}`.padStart(digits.length + 1),
		),
	}));

const opened = ({files, size}: Picture): State =>
	stateOf(startOfManifests(completeScenario(), manifestsOf(files)), {keymap: keyTable, services: {}, size});

/** The most beats of a story that are drawn. */
const mostBeats = 40;

/** The screens of the story that begins here, beat by beat; the last one says how long it took. */
const storyOf = (state: State): readonly State[] => {
	const told: State[] = [];
	let now = beginStory(state);
	while (now.board.playing && told.length < mostBeats) {
		told.push(now);
		now = tellOn(now);
	}

	return [...told, now];
};

/** The pictures of the front page as SVG, by the names of their files in `snapshots/pictures/`: made from real screens. */
export const drawPictures = (): ReadonlyMap<string, string> =>
	new Map(
		Object.entries(described).map(([name, picture]) => {
			const {size, title, story = false} = picture;
			const state = opened(picture);
			const rowsOf = (shown: State) => drawScreen(shown).map((row) => relative(row, shown.start));
			const drawn = story
				? filmOf(
						storyOf({...state, cursor: state.start}).map((shown) => rowsOf(shown)),
						size,
						title,
						beatMs / 1000,
					)
				: pictureOf(rowsOf(state), size, title);
			return [`${name}.svg`, drawn];
		}),
	);
