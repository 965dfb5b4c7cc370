import {Random} from '../../kernel/random.js';

/** An everyday application: a Deployment, its Service and its settings. Fault injectors break it. */
export interface HealthyApp {
	readonly name: string;
	readonly replicas: number;
	readonly image: string;
	/** The key of its ConfigMap that its container reads. */
	readonly setting: string;
	readonly nodes: readonly string[];
}

const names = ['shop', 'cart', 'search', 'mail', 'billing', 'login', 'stock', 'orders', 'prices', 'tickets'];
const images = ['nginx:1.27', 'nginx:1.26', 'httpd:2.4', 'caddy:2'];
const settings = ['mode', 'region', 'currency', 'theme', 'timeout'];

/** The application that a number makes. */
export const healthyApp = (seed: number): HealthyApp => {
	const random = new Random(seed, 'app');
	const pick = (from: readonly string[]): string => from[random.below(from.length)] ?? '';
	return {
		name: pick(names),
		image: pick(images),
		setting: pick(settings),
		replicas: 2 + random.below(2),
		nodes: ['node-a', 'node-b'].slice(0, 1 + random.below(2)),
	};
};

/** The manifest of the application. */
export const manifestOf = ({name, replicas, image, setting}: HealthyApp): string => `apiVersion: v1
kind: ConfigMap
metadata:
  name: ${name}-settings
data:
  ${setting}: standard
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
spec:
  replicas: ${replicas}
  selector:
    matchLabels: {app: ${name}}
  template:
    metadata:
      labels: {app: ${name}}
    spec:
      containers:
      - name: ${name}
        image: ${image}
        ports:
        - name: http
          containerPort: 80
        env:
        - name: ${setting.toUpperCase()}
          valueFrom:
            configMapKeyRef: {name: ${name}-settings, key: ${setting}}
        readinessProbe:
          httpGet: {path: /, port: http}
          periodSeconds: 5
        resources:
          requests: {cpu: 100m, memory: 64Mi}
---
apiVersion: v1
kind: Service
metadata:
  name: ${name}
spec:
  selector: {app: ${name}}
  ports:
  - port: 80
    targetPort: http
`;
