// Shows the OpenAPI document; everything comes from this server.
SwaggerUIBundle({
  url: "/api-docs/openapi.json",
  dom_id: "#api",
  deepLinking: true,
  validatorUrl: null,
});
