{{- define "tollgate.labels" -}}
app.kubernetes.io/name: tollgate
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "tollgate.ports" -}}
api: 7400
vault: 7401
pay: 7402
control: 7403
{{- end }}

{{- /* The settings of the values, and those that the chart's probes, services and policies rely on, which have priority. */}}
{{- define "tollgate.settings" -}}
{{- $control := printf "%s-control" .Release.Name }}
{{- $given := default dict .Values.settings }}
{{- $own := dict "HOST" "0.0.0.0" "VAULT_HOST" "0.0.0.0" "CONTROL_HOST" "0.0.0.0" "METRICS_HOST" "0.0.0.0" "METRICS_PORT" "7409" }}
{{- range $name, $port := include "tollgate.ports" . | fromYaml }}
{{- $_ := set $own (printf "%s_PORT" (upper $name)) (toString $port) }}
{{- end }}
{{- $_ := set $own "CONTROL_HOSTS" (compact (list $control (get $given "CONTROL_HOSTS")) | join ",") }}
{{- $_ := set $own "INBOX_URL" (printf "http://%s:%s" $control (get $own "CONTROL_PORT")) }}
{{- merge $own $given | toYaml }}
{{- end }}

{{- /* Pods with another checksum are replaced: settings are read at the start. The Secret is known to an upgrade only, not to helm template. */}}
{{- define "tollgate.checksums" -}}
checksum/settings: {{ include "tollgate.settings" . | sha256sum }}
checksum/secret: {{ get (lookup "v1" "Secret" .Release.Namespace .Values.secretName) "data" | toJson | sha256sum }}
{{- end }}

{{- /* The last one with a setting has priority: the Secret may be a whole .env with addresses for one machine. */}}
{{- define "tollgate.env" -}}
envFrom:
  - secretRef: { name: {{ .Values.secretName }} }
  - configMapRef: { name: {{ .Release.Name }}-settings }
{{- if .Values.postgres.operator }}
env:
  - name: DATABASE_URL
    valueFrom: { secretKeyRef: { name: {{ .Release.Name }}-postgres-app, key: uri } }
{{- end }}
{{- end }}

{{- define "tollgate.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
volumes:
  - name: tmp
    emptyDir: { medium: Memory, sizeLimit: 64Mi }
{{- end }}

{{- define "tollgate.container" -}}
image: "{{ .Values.image.repository }}:{{ .Values.image.tag }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: tmp, mountPath: /tmp }
{{- end }}

{{- define "tollgate.migration" -}}
metadata:
  labels: {{- include "tollgate.labels" (dict "root" . "component" "migrate") | nindent 4 }}
  annotations: {{- include "tollgate.checksums" . | nindent 4 }}
spec:
  {{- include "tollgate.pod" . | nindent 2 }}
  restartPolicy: OnFailure
  containers:
    - name: migrate
      {{- include "tollgate.container" . | nindent 6 }}
      command: [node, dist/prisma/migrate.js]
      {{- include "tollgate.env" . | nindent 6 }}
      resources:
        requests: { cpu: 100m, memory: 512Mi }
        limits: { memory: 512Mi }
{{- end }}
