import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { learn } from "./model/language";

await learn();
const target = document.getElementById("app");
if (target) mount(App, { target });
