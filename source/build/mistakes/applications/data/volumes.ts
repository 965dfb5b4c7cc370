import type {Application} from '../application.js';

// Volumes: one from before, one that an init container fills.

export const volumeThatIsThere: Application = {
	name: 'a volume that is already there',
	text: `apiVersion: v1
kind: PersistentVolume
metadata:
  name: archive
spec:
  capacity:
    storage: 5Gi
  accessModes:
  - ReadWriteOnce
  storageClassName: manual
  hostPath:
    path: /srv/archive
    type: DirectoryOrCreate
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: archive
spec:
  accessModes:
  - ReadWriteOnce
  storageClassName: manual
  volumeName: archive
  resources:
    requests:
      storage: 3Gi
---
apiVersion: v1
kind: Pod
metadata:
  name: archive
spec:
  containers:
  - name: keeper
    image: busybox:1.36
    command: ["sh", "-c", "echo kept > /archive/one && sleep 100000"]
    volumeMounts:
    - name: archive
      mountPath: /archive
  volumes:
  - name: archive
    persistentVolumeClaim:
      claimName: archive
`,
};

export const filesOfInitContainer: Application = {
	name: 'files that an init container makes',
	text: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: made
spec:
  selector:
    matchLabels:
      app: made
  template:
    metadata:
      labels:
        app: made
    spec:
      initContainers:
      - name: make
        image: busybox:1.36
        command: ["sh", "-c", "echo made > /site/index.html"]
        volumeMounts:
        - name: site
          mountPath: /site
      containers:
      - name: serve
        image: nginx:1.27
        ports:
        - containerPort: 80
        readinessProbe:
          httpGet:
            path: /index.html
            port: 80
        volumeMounts:
        - name: site
          mountPath: /usr/share/nginx/html
      volumes:
      - name: site
        emptyDir: {}
`,
};
