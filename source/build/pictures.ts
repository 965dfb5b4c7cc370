import {manifestsOf} from '../commands/manifests.js';
import {startOfManifests} from '../commands/screen-starts.js';
import {matchesBreakpoint, parseBreakpoint} from '../debugger/breakpoint.js';
import {seek} from '../debugger/seek.js';
import {pictureOf} from '../exports/screen-picture.js';
import {breakpointLine} from '../lessons/place.js';
import {completeScenario} from '../scenario/scenario.js';
import {keyTable} from '../screen/input/key-table.js';
import type {Line, Size} from '../screen/paint/text.js';
import {drawScreen} from '../screen/panes/screen.js';
import {stateOf} from '../screen/start.js';
import type {State} from '../screen/state/state.js';

/** A picture of the front page: what `run` shows on a manifest, and where. */
interface Picture {
	readonly title: string;
	readonly files: Readonly<Record<string, string>>;
	readonly size: Size;
	/** Breakpoint words of the place; without them, where `run` opens. */
	readonly place?: string;
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
			'The board: the cluster as boxes. The Pod of a Deployment has been bound, and the apiserver delivers it to the kubelet of its node.',
		files: {'shop.yaml': deployment('500m') + service},
		size: {columns: 120, rows: 35},
		place: 'informer.deliver component=kubelet selector=app=shop',
	},
	cause: {
		title:
			'A broken manifest at its cause: no node has as much CPU as the Pod requests; the line of the file and a change that was tried.',
		files: {'shop.yaml': deployment('"64"')},
		size: {columns: 100, rows: 30},
	},
};

/** Step numbers counted from where kubectl begins: how long a cluster takes to start does not matter here. */
const relative = (row: Line, start: number): Line =>
	row.map((segment) => ({
		...segment,
		text: segment.text.replaceAll(/#(\d{3,})/g, (_, digits: string) =>
			`#${Number(digits) - start}`.padStart(digits.length + 1),
		),
	}));

const stateAt = ({files, size, place}: Picture): State => {
	const start = startOfManifests(completeScenario(), manifestsOf(files));
	const state = stateOf(start, {keymap: keyTable, services: {}, size});
	if (place === undefined) {
		return state;
	}

	const {recording} = state;
	const breakpoint = parseBreakpoint(breakpointLine(place, 0), 1);
	const {stop} = seek(recording, state.cursor, 1, (at) => matchesBreakpoint(recording, breakpoint, at));
	if (!stop) {
		throw new Error(`the run does not come to ${place}`);
	}

	return {...state, cursor: stop.step};
};

/** The pictures of the front page as SVG, by the names of their files in `snapshots/pictures/`: made from real screens. */
export const drawPictures = (): ReadonlyMap<string, string> =>
	new Map(
		Object.entries(described).map(([name, picture]) => {
			const state = stateAt(picture);
			const rows = drawScreen(state).map((row) => relative(row, state.start));
			return [`${name}.svg`, pictureOf(rows, picture.size, picture.title)];
		}),
	);
